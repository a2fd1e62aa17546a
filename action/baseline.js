import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const run = (program, args, options = {}) =>
  execFileSync(program, args, { encoding: 'utf8', ...options }).trim();

/** Files go in and out as they are: a record is sealed by the hashes of its files. */
const git = (args, env = {}) =>
  run('git', ['-c', 'core.autocrlf=false', ...args], { env: { ...process.env, ...env } });

const branchOf = (key, branch) => `refs/heads/${key}/${branch}`;

/** Puts the baseline of a branch in its folder. GitHub's artefacts are downloaded by a step of the action, which is told where. */
export const fetchBaseline = async (settings, host) => {
  const { baseline, baselineFolder: folder, key, archive } = settings;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  host.output('artifact', key);
  if (baseline === 'branch') fetchBranch(branchOf(key, host.branch), folder, host);
  else if (baseline !== 'artifact') {
    if (!existsSync(baseline))
      throw new Error(`no baseline at ${baseline}: a path in the repository, artifact or branch`);
    cpSync(baseline, join(folder, 'baseline'), { recursive: true });
  } else if (host.findArtifact) {
    const id = await host.findArtifact(key, host.branch);
    if (id !== undefined) host.output('run-id', id);
  } else if (await host.downloadArchive(archive, host.branch)) {
    run('tar', ['-xzf', archive, '-C', folder]);
    rmSync(archive);
  }
};

const fetchBranch = (ref, folder, { gitEnvironment }) => {
  const { status, stderr } = spawnSync('git', ['ls-remote', '--exit-code', 'origin', ref], {
    encoding: 'utf8',
    env: { ...process.env, ...gitEnvironment },
  });
  // 2 says that there is no such branch; anything else, that nobody knows.
  if (status === 2) return;
  if (status !== 0) throw new Error(`git ls-remote origin ${ref}: ${stderr.trim()}`);
  git(['fetch', '--quiet', '--depth', '1', 'origin', ref], gitEnvironment);
  withIndex((index) => {
    git(['read-tree', 'FETCH_HEAD'], index);
    git(['checkout-index', '--all', `--prefix=${resolve(folder)}/`], index);
  });
};

/** Keeps the results as the baseline of this branch: as a branch of one commit, or as one file that GitLab's artefacts hold. */
export const storeBaseline = ({ baseline, results, key, archive }, { branch, commit, gitEnvironment }) => {
  if (baseline === 'artifact') return run('tar', ['-czf', archive, '-C', results, '.']);
  // A path in the repository is changed by people.
  if (baseline !== 'branch') return undefined;
  const names = { GIT_AUTHOR_NAME: 'r2med', GIT_AUTHOR_EMAIL: 'r2med@localhost' };
  const committer = { GIT_COMMITTER_NAME: 'r2med', GIT_COMMITTER_EMAIL: 'r2med@localhost' };
  return withIndex((index) => {
    git([`--work-tree=${resolve(results)}`, 'add', '--all', '--force', '.'], index);
    const tree = git(['write-tree'], index);
    const made = git(['commit-tree', tree, '-m', `Baseline of ${branch} at ${commit}`], {
      ...names,
      ...committer,
    });
    git(['push', '--quiet', '--force', 'origin', `${made}:${branchOf(key, branch)}`], gitEnvironment);
  });
};

/** An index apart, so that neither the checkout nor its index change. */
const withIndex = (work) => {
  const file = join(process.env.RUNNER_TEMP ?? tmpdir(), `r2med-index-${process.pid}`);
  rmSync(file, { force: true });
  try {
    return work({ GIT_INDEX_FILE: file });
  } finally {
    rmSync(file, { force: true });
  }
};

/** The one system or run file that a folder holds. */
export const onlyIn = (folder) => {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : [];
  if (names.length > 1)
    throw new Error(
      `${folder} holds ${names.length} systems (${names.join(', ')}): a gate checks one; use the action once for each, with a title`,
    );
  return names[0] && join(folder, names[0]);
};
