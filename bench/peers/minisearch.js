export const minisearch = {
  name: 'MiniSearch 7.2.0',
  packages: ['minisearch@7.2.0'],
  /** Indexes passages and returns what answers a query. */
  open: async (load, passages) => {
    const { default: MiniSearch } = await load('minisearch');
    const index = new MiniSearch({ fields: ['text'] });
    index.addAll(passages);
    return (text) => index.search(text).slice(0, 100);
  },
};
