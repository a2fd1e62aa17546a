export const changesOf: (changelog: string, version: string) => string | undefined;
export const releaseProblems: (state: object) => readonly string[];
