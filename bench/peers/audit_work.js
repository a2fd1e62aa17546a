// node audit_work.js FOLDER [PART]: audits a task, or a part of it, and says what it took.
import { auditTask } from '../../dist/benchmarks/audit.js';
import { nodeTools } from '../../dist/platform/node.js';
import { openFolder } from '../../dist/tasks/index.js';
import { report } from '../process.js';

const [folder, part] = process.argv.slice(2);
const { checks } = await auditTask(
  await openFolder(folder),
  nodeTools({ quiet: true, cache: false }),
  part ? { parts: [part] } : {},
);
report({ found: checks.filter(({ found }) => found > 0).length });
