/** What a model asks for in a turn. */
export type ToolCall =
  | { readonly tool: 'retrieve'; readonly query: string; readonly k?: number }
  | { readonly tool: 'final_results'; readonly documents: readonly string[] }
  /** No call that can be followed, and why. */
  | { readonly tool: 'none'; readonly reason: string };

/**
 * The last call in what a model said: an object of JSON, between tags or in a code block or not. Models that learnt to call tools write
 * `{"name": …, "arguments": {…}}`, which means the same. Total: whatever the text is, something comes out.
 */
export const readToolCall = (said: string): ToolCall => {
  const calls = objectsIn(said).flatMap((object) => {
    const name = object.tool ?? object.name;
    const given = isObject(object.arguments) ? object.arguments : object;
    return typeof name === 'string' ? [{ name, given }] : [];
  });
  const last = calls.at(-1);
  if (!last) return { tool: 'none', reason: 'there is no JSON object with a tool' };
  const { name, given } = last;
  if (name === 'retrieve') {
    const query = typeof given.query === 'string' ? given.query.trim() : '';
    if (!query) return { tool: 'none', reason: 'retrieve has no query' };
    const { k } = given;
    const isCount = typeof k === 'number' && Number.isSafeInteger(k) && k > 0;
    return { tool: 'retrieve', query, ...(isCount && { k }) };
  }
  if (name === 'final_results') {
    const list = given.documents ?? given.ids;
    const documents = Array.isArray(list) ? list.map((each) => String(each).trim()) : [];
    return documents.length > 0
      ? { tool: 'final_results', documents }
      : { tool: 'none', reason: 'final_results has no documents' };
  }
  return { tool: 'none', reason: `there is no tool "${name.slice(0, LONGEST_NAME)}"` };
};

/** Of a name that is said back. */
const LONGEST_NAME = 40;

type Values = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The outermost objects of JSON in a text, each character looked at once. */
const objectsIn = (text: string): readonly Values[] => {
  const found: Values[] = [];
  let [start, depth] = [0, 0];
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const letter = text[i];
    if (quoted) {
      if (letter === '\\') i++;
      else if (letter === '"') quoted = false;
    } else if (letter === '"' && depth > 0) quoted = true;
    else if (letter === '{') {
      if (depth === 0) start = i;
      depth++;
    } else if (letter === '}' && depth > 0) {
      depth--;
      if (depth === 0) found.push(...parsed(text.slice(start, i + 1)));
    }
  }
  return found;
};

const parsed = (text: string): readonly Values[] => {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? [value] : [];
  } catch {
    return [];
  }
};
