// A form that makes a call, shows it as a command, and shows what came back.

import { el } from '../dom.js';
import { copyButton } from '../share/copy.js';
import { curl } from '../share/curl.js';
import { inOrder, typeOf } from './schema.js';

export function tryForm(operation, api) {
  const { method, path } = operation;
  const body = operation.requestBody?.content?.['application/json'];
  const forms = Object.keys(operation.responses['200']?.content ?? {});
  const accept = forms.length > 1 ? el('select', {}, ...forms.map((form) => el('option', {}, form))) : null;
  const inputs = (operation.parameters ?? []).map((parameter) =>
    ({ parameter, input: el('input', { type: 'text', value: parameter.example ?? '', placeholder: typeOf(parameter.schema, api) }) }));
  const examples = inOrder(body?.examples ?? {}, api);
  const text = body ? el('textarea', { rows: 6, spellcheck: 'false', 'aria-label': 'The body', value: written(examples[0]?.value ?? {}) }) : null;
  const pick = examples.length > 1
    ? el('select', { onchange: () => { text.value = written(examples[pick.selectedIndex].value); render(); } }, ...examples.map(({ summary }) => el('option', {}, summary)))
    : null;
  const command = el('pre', { tabindex: 0, 'aria-label': 'The call as a curl command' });
  const facts = el('p', { class: 'facts', role: 'status' });
  const answer = el('pre', { tabindex: 0, 'aria-label': 'The answer', hidden: true });
  let running = null;

  const call = () => {
    const query = new URLSearchParams(), filled = inputs.filter(({ input }) => input.value !== '');
    let address = path;
    for (const { parameter: { name, in: where }, input } of filled) {
      if (where === 'path') address = address.replace(`{${name}}`, encodeURIComponent(input.value));
      else query.append(name, input.value);
    }
    const asked = query.size > 0 ? `${address}?${query}` : address;
    return { url: new URL(asked, location.origin).href, method: method.toUpperCase(), accept: accept?.value ?? forms[0], body: text?.value };
  };
  const render = () => { command.textContent = curl(call()); };

  const send = async (event) => {
    event.preventDefault();
    running?.abort();
    const mine = (running = new AbortController());
    const { url, method, accept, body } = call();
    const started = performance.now();
    answer.hidden = false;
    answer.textContent = '';
    facts.textContent = 'Asking…';
    try {
      const headers = { Accept: accept, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) };
      const reply = await fetch(url, { method, headers, body, signal: mine.signal });
      const told = () => { facts.textContent = `${reply.status} · ${reply.headers.get('content-type') ?? 'no body'} · ${Math.round(performance.now() - started)} ms`; };
      told();
      const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
      for (let part = await reader?.read(); part && !part.done; part = await reader.read()) answer.textContent += part.value;
      if (/json$/.test(reply.headers.get('content-type')?.split(';')[0] ?? '') && !accept.includes('ndjson')) answer.textContent = pretty(answer.textContent);
      told();
    } catch (error) {
      if (running === mine) facts.textContent = `There was no answer: ${error.message}`;
    }
  };

  const form = el('form', { class: 'stack', onsubmit: send, oninput: render },
    pick && labelled('Example', pick),
    ...inputs.map(({ parameter, input }) => labelled(parameter.name, input)),
    text && labelled('Body', text),
    accept && labelled('Accept', accept),
    el('div', { class: 'row' }, el('button', { class: 'strong', type: 'submit' }, 'Send'), copyButton('Copy curl', () => command.textContent)),
    command, facts, answer);
  render();
  return form;
}

const labelled = (name, control) => el('label', { class: 'labelled' }, el('span', {}, name), control);

const written = (value) => JSON.stringify(value, null, 2);

function pretty(text) {
  try {
    return written(JSON.parse(text));
  } catch {
    return text;
  }
}
