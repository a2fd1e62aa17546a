export const orama = {
  name: 'Orama 3.1.18',
  packages: ['@orama/orama@3.1.18'],
  open: async (load, passages) => {
    const { create, insertMultiple, search } = await load('@orama/orama');
    const index = create({ schema: { text: 'string' } });
    await insertMultiple(index, passages, 1000);
    return async (text) => (await search(index, { term: text, limit: 100, threshold: 1 })).hits;
  },
};
