/** Text as Python's `json.dumps` writes it: `\uXXXX` for every UTF-16 unit that is not printable ASCII. */
export const pythonJson = (text: string): string =>
  JSON.stringify(text).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** What R2MED's scripts send to OpenAI and Voyage. */
export const asPublishedJson = (text: string): string => pythonJson(text.replaceAll('\n', ' '));
