// The API, to read and to try: everything here is made from /openapi.json.

import { coded, el } from './dom.js';
import { mountTheme } from './theme.js';
import { fieldsOf, typeOf } from './docs/schema.js';
import { tryForm } from './docs/try.js';

mountTheme(document.getElementById('theme'));

const contents = document.getElementById('contents');
const place = document.getElementById('operations');

try {
  const reply = await fetch('openapi.json');
  if (!reply.ok) throw new Error(`status ${reply.status}`);
  show(await reply.json());
} catch (error) {
  place.replaceChildren(el('p', { class: 'fault' }, `The description could not be read: ${error.message}`));
}

function show(api) {
  const operations = Object.entries(api.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, ...operation })));
  // What the service is called after comes first, and before the other ways to ask for it.
  const rank = ({ operationId, path }) => (operationId === api.info.title) + (path === `/${api.info.title}`);
  operations.sort((a, b) => rank(b) - rank(a));
  const tagged = (api.tags ?? []).map((tag) => ({ ...tag, operations: operations.filter((one) => one.tags?.includes(tag.name)) }));
  const types = Object.entries(api.components.schemas);
  contents.replaceChildren(
    ...tagged.map((tag) => el('section', {}, el('h2', {}, tag.description), el('ul', {}, ...tag.operations.map(entry)))),
    el('section', {}, el('h2', {}, el('a', { href: '#types' }, 'What is sent and answered, field by field'))),
  );
  place.replaceChildren(
    el('p', { class: 'lead' }, `${api.info.description} Version ${api.info.version}.`),
    ...tagged.flatMap((tag) => tag.operations).map((operation) => section(operation, api)),
    el('section', { id: 'types', class: 'card operation' }, el('h2', {}, 'What is sent and answered, field by field'), ...types.map(([name, schema]) => type(name, schema, api))),
  );
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

function entry({ operationId, method, path }) {
  return el('li', {}, el('a', { href: `#${operationId}` }, badge(method), el('code', {}, path)));
}

function badge(method) {
  return el('span', { class: `method ${method}` }, method.toUpperCase());
}

function section(operation, api) {
  const { operationId, method, path, summary, description } = operation;
  const body = operation.requestBody?.content?.['application/json'];
  const fields = body ? fieldsOf(body.schema, api) : (operation.parameters ?? []).map((one) => ({ ...one, type: typeOf(one.schema, api) }));
  return el('section', { id: operationId, class: 'card operation' },
    el('h2', {}, el('a', { href: `#${operationId}` }, badge(method), el('code', {}, path)), el('span', {}, summary)),
    ...paragraphs(description),
    fields.length > 0 && el('details', { open: fields.length < 4 },
      el('summary', {}, body ? 'Fields' : 'Parameters'),
      table(fields, api)),
    el('details', {}, el('summary', {}, 'Answers'), el('table', {}, el('tbody', {}, ...Object.entries(operation.responses).map((one) => answer(one, api))))),
    el('details', { class: 'try', ontoggle: (event) => mount(event.target, operation, api) }, el('summary', {}, 'Try it')));
}

/** A form is made when somebody opens it. */
function mount(details, operation, api) {
  if (details.open && details.children.length === 1) details.append(tryForm(operation, api));
}

/** What a name stands for in the types of fields. */
function type(name, schema, api) {
  const fields = fieldsOf(schema, api);
  return el('section', { id: name, class: 'named' }, el('h3', {}, el('code', {}, name)), ...paragraphs(schema.description),
    fields.length > 0 ? table(fields, api, !name.endsWith('Request')) : el('p', { class: 'type' }, typeOf(schema, api)));
}

/** Of a request one wants to know what must be there, of an answer what may be missing. */
function table(fields, api, answered = false) {
  const told = ({ required }) => (answered ? !required && el('span', { class: 'type' }, 'not always') : required && el('span', { class: 'required' }, 'required'));
  return el('table', {}, el('tbody', {}, ...fields.map((field) => row(field, told(field), api))));
}

function row({ name, type, description }, presence, api) {
  return el('tr', {}, el('th', { scope: 'row' }, el('code', {}, name), presence),
    el('td', {}, el('span', { class: 'type' }, ...linked(type, api))), el('td', {}, ...paragraphs(description)));
}

/** A type in words; each that has a name leads to where it is told. */
function linked(type, api) {
  return type.split(/\b/).map((word) => (Object.hasOwn(api.components.schemas, word) ? el('a', { href: `#${word}` }, word) : word));
}

function answer([status, { description, content = {} }], api) {
  const forms = Object.entries(content).map(([media, { schema }]) =>
    el('li', {}, el('code', {}, media), ...(schema && !media.startsWith('text/') ? [' ', ...linked(typeOf(schema, api), api)] : [])));
  return el('tr', {}, el('th', { scope: 'row' }, status), el('td', {}, el('ul', {}, ...forms)), el('td', {}, ...paragraphs(description)));
}

/** Text in paragraphs, with `code` in it. */
function paragraphs(text) {
  return (text ?? '').split('\n\n').filter(Boolean).map((part) => el('p', {}, coded(part)));
}
