export const flexsearch = {
  name: 'FlexSearch 0.8 (not BM25)',
  packages: ['flexsearch@0.8.212'],
  open: async (load, passages) => {
    const { default: FlexSearch } = await load('flexsearch');
    const index = new FlexSearch.Index({ tokenize: 'strict' });
    passages.forEach(({ text }, number) => {
      index.add(number, text);
    });
    return (text) => index.search(text, { limit: 100, suggest: true });
  },
};
