import { tsImport } from 'tsx/esm/api';

const { auditChecks: checks } = await tsImport('../../src/benchmarks/audit/checks.ts', import.meta.url);

const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

/** The table of checks in docs/audit.md, between `<!-- checks -->` and `<!-- end of checks -->`. */
export const write = ({ read }) => {
  const table = [
    line(['Check', 'Severity', 'Counts', 'What is counted', 'What to do']),
    line(['---', '---', '---', '---', '---']),
    ...checks.map(({ name, severity, unit, definition, fix }) =>
      line([`\`${name}\``, severity, unit, definition.replaceAll('**', '\\*\\*'), fix]),
    ),
  ].join('\n');
  const page = read('docs/audit.md').replace(
    /(<!-- checks -->\n)[\s\S]*?(\n<!-- end of checks -->)/,
    (_, begin, end) => begin + table + end,
  );
  return { 'docs/audit.md': page };
};
