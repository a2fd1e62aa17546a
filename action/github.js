import { appendFileSync, readFileSync } from 'node:fs';
import { pages, request } from './http.js';

/** GitHub Actions as its variables describe it. */
export const github = (env = process.env) => {
  const event = env.GITHUB_EVENT_PATH ? JSON.parse(readFileSync(env.GITHUB_EVENT_PATH, 'utf8')) : {};
  const number = event.pull_request?.number;
  const api = `${env.GITHUB_API_URL ?? 'https://api.github.com'}/repos/${env.GITHUB_REPOSITORY}`;
  const headers = {
    authorization: `Bearer ${env.R2MED_TOKEN}`,
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
  };
  const append = (variable, line) => env[variable] && appendFileSync(env[variable], `${line}\n`);
  const post = async (address, method, body) =>
    (await (await request(address, { method, headers, body: { body } })).json()).html_url;
  return {
    /** A run of anything but a pull request gives the baseline of its branch. */
    isChange: number !== undefined,
    branch: number === undefined ? env.GITHUB_REF_NAME : env.GITHUB_BASE_REF,
    commit: event.pull_request?.head.sha ?? env.GITHUB_SHA,
    log: `${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}/actions/runs/${env.GITHUB_RUN_ID}`,
    canComment: Boolean(env.R2MED_TOKEN),
    permission: 'permissions: pull-requests: write (pull requests of forks never have it)',
    list: () => pages(`${api}/issues/${number}/comments`, { headers }),
    create: (body) => post(`${api}/issues/${number}/comments`, 'POST', body),
    update: (id, body) => post(`${api}/issues/comments/${id}`, 'PATCH', body),
    warn: (text) => console.log(`::warning::${text.replaceAll('%', '%25').replaceAll('\n', '%0A')}`),
    output: (name, value) => append('GITHUB_OUTPUT', `${name}=${value}`),
    summary: (text) => append('GITHUB_STEP_SUMMARY', text),
    /**
     * The newest artefact of the branch; a step of the action downloads it. A fork can name its branch and its artefact alike, so
     * only those of this repository count.
     */
    async findArtifact(name, branch) {
      const address = `${api}/actions/artifacts?name=${encodeURIComponent(name)}`;
      for await (const { expired, workflow_run: run } of pages(
        address,
        { headers },
        ({ artifacts }) => artifacts,
      ))
        if (!expired && run?.head_branch === branch && run.head_repository_id === run.repository_id)
          return run.id;
      return undefined;
    },
    gitEnvironment: {},
  };
};
