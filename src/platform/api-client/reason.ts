const LONGEST = 200;

/** What the body of a refusal says, as one short line without the key. */
export const reasonOf = (body: string, redact: (text: string) => string): string => {
  const said = fromJson(body) ?? fromPage(body);
  const line = redact(said.replace(/[\s\p{C}]+/gu, ' ').trim());
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
};

/** Services put their reason in `error.message`, `error`, `message`, or `detail`; FastAPI in a list of `msg`. */
const fromJson = (body: string): string | undefined => {
  try {
    return sentence(JSON.parse(body));
  } catch {
    return undefined;
  }
};

const sentence = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.slice(0, 3).map(sentence).filter(Boolean).join('; ');
  if (value === null || typeof value !== 'object') return '';
  const fields = value as Readonly<Record<string, unknown>>;
  for (const name of ['error', 'message', 'detail', 'msg']) {
    const found = sentence(fields[name]);
    if (found) return found;
  }
  return '';
};

/** Proxies answer with a page; its title says most. */
const fromPage = (body: string): string =>
  /<title>([^<]*)<\/title>/i.exec(body)?.[1] ?? (/^\s*</.test(body) ? 'a web page' : body);

/** Whether a refusal is about the length of a text, as the servers of this dialect family word it. */
export const isAboutLength = (reason: string): boolean =>
  /too (long|large|many tokens)|context (length|window|size)|max\w* .*(tokens|length)|exceed.*(token|length|context)|(token|length).*exceed|less than \d+ tokens|reduce the length/i.test(
    reason,
  );

const WITHOUT_FIGURES = 0.5;
/** Characters and tokens do not go quite together. */
const MARGIN = 0.95;

/**
 * How much of a text to keep, from a refusal such as "maximum context length is 512 tokens, however you requested 600";
 * half of it where the refusal does not say.
 */
export const shareToKeep = (reason: string): number => {
  const figures = [...new Set((reason.match(/\d+/g) ?? []).map(Number))].sort((a, b) => b - a);
  const [given = 0, limit = 0] = figures;
  return limit > 0 && limit > given / 1000 ? (limit / given) * MARGIN : WITHOUT_FIGURES;
};
