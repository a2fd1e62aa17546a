export { croissantText, type DescribedTable } from './croissant.js';
export { sizeCategory } from './size-category.js';
export { isListed, spdxExpression, spdxId } from './spdx.js';
