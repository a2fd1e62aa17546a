import { useEffect, useState } from 'react';
import { type AdjudicationWork, type ReviewWork, reviewApi, type ShownItem } from '../page-data/index.js';
import { openClient, type ReviewClient } from './client.js';

interface Shown {
  readonly client: ReviewClient;
  readonly progress: string;
  readonly texts?: ShownItem['texts'];
}

/** What is to be read now, and how far the work is. */
export const App = () => {
  const [shown, setShown] = useState<Shown>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    load().then(setShown, (error: Error) => setProblem(error.message));
  }, []);
  if (problem !== undefined)
    return (
      <main role="alert">
        <p>{problem}</p>
      </main>
    );
  if (!shown) return <main aria-busy="true" />;
  const { session } = shown.client;
  return (
    <main>
      <h1>{session.title}</h1>
      <p>
        {session.name}: {shown.progress}
      </p>
      {shown.texts?.map(({ label, text }) => (
        <section key={label}>
          <h2>{label}</h2>
          <p>{text}</p>
        </section>
      ))}
    </main>
  );
};

const load = async (): Promise<Shown> => {
  const client = await openClient();
  if (client.session.role === 'adjudicator') {
    const { progress, next } = await client.get<AdjudicationWork>(reviewApi.adjudication);
    return { client, progress: `${progress.open} to decide`, ...(next && { texts: next.texts }) };
  }
  const { progress, next } = await client.get<ReviewWork>(reviewApi.work);
  return {
    client,
    progress: `${progress.done} of ${progress.assigned} done`,
    ...(next && { texts: next.texts }),
  };
};
