import { tsImport } from 'tsx/esm/api';

const { withMeasuredLeaks } = await tsImport('../../test/support/leakage-table.ts', import.meta.url);

/** Planted leaks are looked for, and recall and precision counted. */
export const write = async ({ read }) => ({
  'docs/background/leakage.md': await withMeasuredLeaks(read('docs/background/leakage.md')),
});
