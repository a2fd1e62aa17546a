export const wink = {
  name: 'wink-bm25-text-search 3.1.2',
  packages: ['wink-bm25-text-search@3.1.2', 'wink-nlp-utils@2.1.0'],
  open: async (load, passages) => {
    const { default: bm25 } = await load('wink-bm25-text-search');
    const { default: nlp } = await load('wink-nlp-utils');
    const engine = bm25();
    engine.defineConfig({ fldWeights: { text: 1 } });
    engine.definePrepTasks([
      nlp.string.lowerCase,
      nlp.string.tokenize0,
      nlp.tokens.removeWords,
      nlp.tokens.stem,
    ]);
    for (const { id, text } of passages) engine.addDoc({ text }, id);
    engine.consolidate();
    return (text) => engine.search(text, 100);
  },
};
