type Entry = string | { readonly base64: string };

/** The inputs that are kept for a reader. */
export const corpusOf: (name: string) => readonly Entry[];
export const decoded: (entry: Entry) => Buffer;
/** What a reader takes of some bytes. */
export const inputOf: (reader: { readonly takes: 'text' | 'bytes' }, bytes: Buffer) => string | Buffer;
