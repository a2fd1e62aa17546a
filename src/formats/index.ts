export * from './beir.js';
export * from './delimited.js';
export * from './grades.js';
export * from './json-rows.js';
export * from './json-tree.js';
export * from './judgement-format.js';
export * from './judgement-table.js';
export { gradeOf, scoreOf } from './numbers.js';
export { type ParquetBytes, parquetShape, readParquet } from './parquet.js';
export type { ParquetColumn } from './parquet-columns.js';
export {
  type NumbersPage,
  openParquetNumbers,
  type PageNumbers,
  type ParquetNumbers,
} from './parquet-numbers.js';
export { readParquetObjects } from './parquet-objects.js';
export * from './rows.js';
export { tellingIssue } from './schema-issue.js';
export * from './trec.js';
export { type PartPath, readYaml, type YamlText } from './yaml-text.js';
