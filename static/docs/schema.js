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

/** A type for people: `whole number from 1`, `list of text`, `easy | medium`. */
export function typeOf(schema, api) {
  if (!schema) return '';
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  if (schema.enum) return schema.enum.filter((one) => one !== null).join(' | ');
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return [...new Set(choices.map((one) => typeOf(one, api)).filter((name) => name && name !== 'null'))].join(' or ');
  const types = [schema.type].flat().filter((type) => type && type !== 'null');
  return types.map((type) => NAMES[type]?.(schema, api) ?? type).join(' or ') || 'anything';
}

const NAMES = {
  integer: ({ minimum }) => (minimum === undefined ? 'whole number' : `whole number from ${minimum}`),
  number: () => 'number',
  string: () => 'text',
  boolean: () => 'true or false',
  array: ({ items }, api) => `list of ${typeOf(items, api)}`,
  object: () => 'object',
};
