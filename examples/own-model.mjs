// An embedder without weights: every word adds 1 or -1 at a place that its hash names. It knows no synonyms, but it
// shows all that a module needs: r2med run --retriever module:examples/own-model.mjs
export const name = 'hashing';
export const version = '1';
export const dimensions = 256;
export const similarity = 'cosine';

export const embed = (texts, _role) => texts.map(vectorOf);

const vectorOf = (text) => {
  const vector = new Float32Array(dimensions);
  for (const [word] of text.toLowerCase().matchAll(/[a-z0-9]+/g)) {
    const hash = fnv1a(word);
    vector[hash % dimensions] += hash >= 2 ** 31 ? 1 : -1;
  }
  return vector;
};

/** FNV-1a, 32 bits: the same in every language, unlike a language's own hash. */
const fnv1a = (word) => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
};
