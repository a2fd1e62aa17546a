import { tsImport } from 'tsx/esm/api';

const { auditChecks: checks } = await tsImport('../../src/benchmarks/audit/checks.ts', import.meta.url);

const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

/** The table of checks in docs/reference/checks.md, between `<!-- checks -->` and `<!-- end of checks -->`. */
export const write = ({ read }) => {
  const table = [
    line(['Check', 'Severity', 'What is counted, and what to do']),
    line(['---', '---', '---']),
    ...checks.map(({ name, severity, definition, fix }) =>
      line([`\`${name}\``, severity, `${definition.replaceAll('**', '\\*\\*')} *What to do:* ${fix}`]),
    ),
  ].join('\n');
  const page = read('docs/reference/checks.md').replace(
    /(<!-- checks -->\n)[\s\S]*?(\n<!-- end of checks -->)/,
    (_, begin, end) => begin + table + end,
  );
  return { 'docs/reference/checks.md': page };
};
