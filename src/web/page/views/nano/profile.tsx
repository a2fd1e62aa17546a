import { own } from '../../../../core/index.js';
import { format } from '../../../../platform/tables/index.js';
import type { NanoList, NanoProfile } from '../../../page-data/index.js';
import { linkTo } from '../../address.js';
import { Scroll } from '../../parts/scroll.js';

const LISTS: Readonly<Record<NanoList['kind'], string>> = { bm25: 'BM25', dense: 'Dense', hybrid: 'Hybrid' };

/** As they are published: recall is pooled over a task, not the mean over queries. */
const MEASURES: Readonly<Record<string, string>> = { 'MicroRecall@100': 'R@100, pooled', 'Hit@10': 'hit@10' };

/** The published set in numbers: its data, and how good its candidate lists are. */
export const Profile = ({ profile }: { profile: NanoProfile }) => {
  const { tasks, lists, measures, queryWeighted, taskMean } = profile;
  const total = (of: (task: (typeof tasks)[number]) => number): string =>
    format.count(tasks.reduce((sum, task) => sum + of(task), 0));
  const cells = (scores: readonly Readonly<Record<string, number>>[], best?: number) =>
    measures.flatMap((measure) =>
      lists.map(({ kind }, i) => (
        <td
          key={`${measure} ${kind}`}
          className={`number${i === 0 ? ' first' : ''}${measure === 'nDCG@10' && best === i ? ' best' : ''}`}
        >
          {format.score(scores[i]?.[measure])}
        </td>
      )),
    );
  return (
    <>
      <h2>
        {profile.title} in numbers <small>as published by {profile.source}</small>
      </h2>
      <Scroll label="Profile">
        <table className="plain profile">
          <thead>
            <tr>
              <th scope="col" rowSpan={2}>
                Task
              </th>
              <th scope="colgroup" colSpan={4}>
                Data
              </th>
              {measures.map((measure) => (
                <th key={measure} scope="colgroup" colSpan={lists.length} className="first">
                  {own(MEASURES, measure) ?? measure}
                </th>
              ))}
              <th scope="col" rowSpan={2} className="number">
                Safeguards
              </th>
            </tr>
            <tr>
              {['Queries', 'Documents', 'of full', 'Positives'].map((title) => (
                <th key={title} scope="col" className="number">
                  {title}
                </th>
              ))}
              {measures.flatMap((measure) =>
                lists.map(({ kind, retriever }, i) => (
                  <th
                    key={`${measure} ${kind}`}
                    scope="col"
                    className={`number${i === 0 ? ' first' : ''}`}
                    title={retriever}
                  >
                    {LISTS[kind]}
                  </th>
                )),
              )}
            </tr>
          </thead>
          <tbody>
            {tasks.map((task) => (
              <tr key={task.task}>
                <th scope="row">
                  <a href={linkTo('task', [task.task], { board: 'nano' })}>{task.name}</a>
                </th>
                <td className="number">{format.count(task.queries)}</td>
                <td className="number">{format.count(task.documents)}</td>
                <td className="number">
                  {task.fullDocuments === undefined
                    ? format.none
                    : `${Math.round((task.documents / task.fullDocuments) * 100)} %`}
                </td>
                <td className="number">{format.count(task.positives)}</td>
                {cells(task.scores, task.best)}
                <td className="number">{task.safeguards ?? format.none}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Weighted by queries</th>
              <td className="number">{total(({ queries }) => queries)}</td>
              <td className="number">{total(({ documents }) => documents)}</td>
              <td />
              <td className="number">{total(({ positives }) => positives)}</td>
              {cells(queryWeighted)}
              <td className="number">{total(({ safeguards }) => safeguards ?? 0)}</td>
            </tr>
            <tr>
              <th scope="row">Mean of tasks</th>
              <td colSpan={4} />
              {cells(taskMean)}
              <td />
            </tr>
          </tfoot>
        </table>
      </Scroll>
      <p className="note">
        {lists.map(({ kind, retriever }) => `${LISTS[kind]}: ${retriever}`).join(' · ')}. Scores × 100; the
        best nDCG@10 of a task in bold, published without per-query scores, so without intervals. Recall is of
        all positives of a task together, not the mean over queries; group pages of {profile.source} weight
        tasks by their queries. A safeguard is a relevant document put behind a list that found none; it does
        not count. <code>r2med nano profile --check</code> makes every figure of the files again.
      </p>
    </>
  );
};
