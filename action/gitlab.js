import { writeFileSync } from 'node:fs';
import { pages, Refused, request } from './http.js';

/** GitLab CI as its variables describe it. Its job token reads artefacts; comments need GITLAB_TOKEN. */
export const gitlab = (env = process.env) => {
  const project = `${env.CI_API_V4_URL}/projects/${env.CI_PROJECT_ID}`;
  const notes = `${project}/merge_requests/${env.CI_MERGE_REQUEST_IID}/notes`;
  const headers = { 'private-token': env.GITLAB_TOKEN ?? '' };
  const post = async (address, method, body) => {
    const { id } = await (await request(address, { method, headers, body: { body } })).json();
    return `${env.CI_MERGE_REQUEST_PROJECT_URL}/-/merge_requests/${env.CI_MERGE_REQUEST_IID}#note_${id}`;
  };
  const login = Buffer.from(`oauth2:${env.GITLAB_TOKEN}`).toString('base64');
  return {
    isChange: env.CI_MERGE_REQUEST_IID !== undefined,
    branch: env.CI_MERGE_REQUEST_TARGET_BRANCH_NAME ?? env.CI_COMMIT_REF_NAME,
    commit: env.CI_COMMIT_SHA,
    log: env.CI_JOB_URL,
    canComment: Boolean(env.GITLAB_TOKEN),
    permission: 'a variable GITLAB_TOKEN: a project access token with the scope api',
    list: () => pages(`${notes}?sort=asc`, { headers }),
    create: (body) => post(notes, 'POST', body),
    update: (id, body) => post(`${notes}/${id}`, 'PUT', body),
    warn: (text) => console.log(`warning: ${text}`),
    output: () => {},
    summary: () => {},
    /** Of the last pipeline of the branch that passed; false where there is none. */
    async downloadArchive(file, branch) {
      const address = `${project}/jobs/artifacts/${encodeURIComponent(branch)}/raw/${file}?job=${encodeURIComponent(env.CI_JOB_NAME)}`;
      const response = await request(address, { headers: { 'job-token': env.CI_JOB_TOKEN ?? '' } }).catch(
        (error) => {
          if (error instanceof Refused && error.status === 404) return undefined;
          throw error;
        },
      );
      if (response) writeFileSync(file, Buffer.from(await response.arrayBuffer()));
      return response !== undefined;
    },
    /** The runner's own address of the repository cannot be written to. */
    gitEnvironment: env.GITLAB_TOKEN
      ? {
          GIT_CONFIG_COUNT: '1',
          GIT_CONFIG_KEY_0: 'http.extraHeader',
          GIT_CONFIG_VALUE_0: `Authorization: Basic ${login}`,
        }
      : {},
  };
};
