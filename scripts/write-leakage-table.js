// Writes the tables of docs/leakage.md: planted leaks are looked for, and recall and precision counted. A test compares them.
import { readFileSync, writeFileSync } from 'node:fs';
import { tsImport } from 'tsx/esm/api';

const { withMeasuredLeaks } = await tsImport('../test/support/leakage-table.ts', import.meta.url);
const file = new URL('../docs/leakage.md', import.meta.url);
writeFileSync(file, await withMeasuredLeaks(readFileSync(file, 'utf8')));
