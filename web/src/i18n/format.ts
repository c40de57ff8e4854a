export type Values = Record<string, string | number | boolean | null | undefined>;
export type Messages = Record<string, string>;

/** The message *key* with *values* in its `{name}` places; `key_one` where `count` is 1, as in Python. */
export function format(messages: Messages, key: string, values: Values = {}, numbers?: Intl.NumberFormat): string {
  const single = `${key}_one`;
  const message = (values["count"] === 1 ? messages[single] : undefined) ?? messages[key];
  if (message === undefined) return key;
  return message.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    if (value === undefined) return place;
    return typeof value === "number" && numbers ? numbers.format(value) : String(value);
  });
}

/** The language after *current* in the list, round and round: with two, the other one. */
export function nextLanguage(languages: readonly string[], current: string): string {
  return languages[(languages.indexOf(current) + 1) % languages.length] ?? current;
}
