/** Put around a text before it is sent. */
export interface Prompt {
  readonly prefix?: string;
  readonly suffix?: string;
}

/** Cuts and counts as a model's tokenizer does. */
export interface TokenCutter {
  /** What it is, for the spec: two cutters of one name cut alike. */
  readonly name: string;
  /** The longest beginning of the text with at most this number of tokens, and how many it has. */
  cut(text: string, maxTokens: number): { readonly text: string; readonly tokens: number };
  /** Tokens as `cut` measures them against its limit, where that is not what it counts. */
  length?(text: string): number;
}

export const lengthBy = (cutter: TokenCutter, text: string): number =>
  cutter.length ? cutter.length(text) : cutter.cut(text, Number.POSITIVE_INFINITY).tokens;

/** A text on its way to the service. */
export interface Item {
  /** Among the texts requested. */
  readonly place: number;
  /** What is left of the text itself, so that it can be cut further. */
  readonly body: string;
  /** As it is sent. */
  readonly sent: string;
  /** Estimated where there is no tokenizer. */
  readonly tokens: number;
  /** In a request's body. */
  readonly bytes: number;
  readonly cut: boolean;
  /** It was refused for its length before. */
  readonly shortened: boolean;
}

/** OpenAI's rule of thumb for English. */
const CHARACTERS_PER_TOKEN = 4;

/** Cautious, because limits and budgets hang on it: biomedical text has about four bytes a token. */
const BYTES_PER_TOKEN = 3;

export const byCharacters: TokenCutter = {
  name: `${CHARACTERS_PER_TOKEN} characters per token`,
  cut: (text, maxTokens) => {
    const left = beginning(text, maxTokens * CHARACTERS_PER_TOKEN);
    return { text: left, tokens: Math.ceil(Buffer.byteLength(left) / BYTES_PER_TOKEN) };
  },
  length: (text) => Math.ceil(text.length / CHARACTERS_PER_TOKEN),
};

/** At most this number of UTF-16 units, never half a character. */
const beginning = (text: string, units: number): string =>
  text.length <= units ? text : text.slice(0, Math.max(0, Math.floor(units))).replace(/[\ud800-\udbff]$/, '');

export interface Preparation extends Prompt {
  /** The prompt included. */
  readonly maxTokens?: number | undefined;
  /** What is sent for a text that is already cut. */
  encode?(text: string): string;
  readonly cutter: TokenCutter;
}

export interface Preparing {
  item(place: number, text: string): Item;
  /** The same item with less of its text; undefined when that was tried before or leaves nothing. */
  shorter(item: Item, share: number): Item | undefined;
}

/** Cut, encoded where that is asked, with the prompt around it. */
export const preparing = ({
  prefix = '',
  suffix = '',
  maxTokens = Number.POSITIVE_INFINITY,
  encode = (text) => text,
  cutter,
}: Preparation): Preparing => {
  const count = (text: string): number => cutter.cut(text, Number.POSITIVE_INFINITY).tokens;
  const around = prefix || suffix ? count(prefix) + count(suffix) : 0;
  const room = Math.max(1, maxTokens - around);

  const made = (place: number, body: string, tokens: number, rest: Pick<Item, 'cut' | 'shortened'>): Item => {
    const encoded = encode(body);
    const sent = prefix + encoded + suffix;
    const growth = body ? encoded.length / body.length : 1;
    return {
      place,
      body,
      sent,
      tokens: Math.max(1, around + Math.ceil(tokens * growth)),
      bytes: Buffer.byteLength(JSON.stringify(sent)) + 1,
      ...rest,
    };
  };

  return {
    item: (place, text) => {
      const { text: body, tokens } = cutter.cut(text, room);
      return made(place, body, tokens, { cut: body.length < text.length, shortened: false });
    },
    shorter: ({ place, body, tokens, shortened }, share) => {
      const left = beginning(body, body.length * share);
      if (shortened || !left) return undefined;
      return made(place, left, tokens * share, { cut: true, shortened: true });
    },
  };
};
