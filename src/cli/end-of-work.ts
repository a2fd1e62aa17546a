/** Resolves at the first Ctrl-C of a verb that serves; nothing is lost by it. */
export const endOfWork = (): Promise<void> =>
  new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => resolve());
  });
