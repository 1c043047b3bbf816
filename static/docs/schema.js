// What a JSON schema says, in a few words.

/** The schema itself, where a reference stands for it. */
export function resolve(schema, api) {
  const name = schema?.$ref?.split('/').at(-1);
  return name ? api.components.schemas[name] : (schema ?? {});
}

/** The fields of an object, or of the choice that is one: name, type, description, whether it must be there. */
export function fieldsOf(schema, api) {
  const whole = resolve(schema, api);
  const { properties = {}, required = [] } = whole.oneOf?.find((one) => one.properties) ?? whole;
  return Object.entries(properties).map(([name, field]) =>
    ({ name, type: typeOf(field, api), description: field.description ?? resolve(field, api).description, required: required.includes(name) }));
}

/** A type for people: `whole number from 1`, `list of (text or number)`, `easy | medium`. Whether it may be left out is told elsewhere. */
export function typeOf(schema, api) {
  if (!schema) return '';
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  if (schema.enum) return schema.enum.filter((one) => one !== null).join(' | ');
  const choices = (schema.oneOf ?? schema.anyOf)?.filter(({ type }) => type !== 'null');
  if (choices) return [...new Set(choices.map((one) => typeOf(one, api)))].join(' or ');
  const types = [schema.type].flat().filter((type) => type && type !== 'null');
  return types.map((type) => NAMES[type]?.(schema, api) ?? type).join(' or ') || 'anything';
}

const NAMES = {
  integer: ({ minimum }) => (minimum === undefined ? 'whole number' : `whole number from ${minimum}`),
  number: () => 'number',
  string: () => 'text',
  boolean: () => 'true or false',
  array: ({ items }, api) => `list of ${together(typeOf(items, api))}`,
  object: () => 'object',
};

/** A choice of types in brackets, so that it is seen where it ends. */
const together = (type) => (/ or | \| /.test(type) ? `(${type})` : type);

/** What is given for each game, by its id, in the order in which the service lists them. */
export function inOrder(given, api) {
  const games = Object.values(api.components.schemas).map(({ properties }) => properties?.game?.enum).find(Boolean) ?? [];
  return Object.entries(given).sort(([a], [b]) => games.indexOf(a) - games.indexOf(b)).map(([, each]) => each);
}
