import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../process.js';

const SOURCE = fileURLToPath(new URL('./Lucene.java', import.meta.url));

/** Fetches Lucene, compiles Lucene.java and returns the class path. */
export const luceneClassPath = async (folder) => {
  const jars = join(folder, 'lucene');
  const path = `${join(jars, '*')}:${jars}`;
  if (existsSync(join(jars, 'Lucene.class'))) return path;
  mkdirSync(jars, { recursive: true });
  for (const artifact of ['lucene-core', 'lucene-analysis-common'])
    await run(
      'mvn',
      '-q',
      'dependency:copy',
      `-Dartifact=org.apache.lucene:${artifact}:9.9.1`,
      `-DoutputDirectory=${jars}`,
    );
  await run('javac', '-cp', path, '-d', jars, SOURCE);
  return path;
};
