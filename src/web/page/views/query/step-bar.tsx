import { useEffect } from 'react';
import { counted } from '../../../../core/index.js';
import { format } from '../../../../platform/tables/index.js';
import { addresses, type Key, type QueryPage } from '../../../page-data/index.js';
import { changeState, goTo, linkTo, type State } from '../../address.js';
import { Select } from '../../parts/select.js';
import { useKeys } from '../../parts/typing.js';
import { useResource, useResources } from '../../resources.js';
import { FAILING, type Failing, stepsFrom } from './steps.js';

/** Steps to the previous and the next query that a system fails on, by link and by key. */
export const StepBar = ({
  page: { task, query, measure },
  shown: [system, second],
  failing,
  state,
}: {
  page: QueryPage;
  shown: readonly Key[];
  failing: Failing;
  state: State;
}) => {
  const resources = useResources();
  const own = useResource(system && addresses.scores(task, system)).value;
  const other = useResource(second && addresses.scores(task, second)).value;
  const steps = own && stepsFrom(query, own, measure, failing, other);
  const link = (to: string | undefined): string | undefined =>
    to === undefined ? undefined : linkTo('query', [task, to], { ...state, open: undefined });
  const previous = link(steps?.previous);
  const next = link(steps?.next);
  useKeys(({ key }) => {
    const to = { j: next, k: previous }[key];
    if (to !== undefined) goTo(to);
  });
  // The next one is likely to be read next: it is there when its key is pressed.
  const ahead = steps?.next as Key | undefined;
  useEffect(() => {
    if (ahead === undefined || !system) return;
    for (const address of [addresses.query(task, ahead), addresses.explanation(task, ahead, system)])
      resources.load(address).catch(() => undefined);
  }, [resources, task, ahead, system]);
  if (!steps) return null;
  return (
    <div className="steps no-print">
      <Step to={previous} sign="k" text="previous" />
      <Step to={next} sign="j" text="next" />
      <span className="note" aria-live="polite">
        {steps.place !== undefined && `${format.count(steps.place)} of `}
        {counted(steps.failing, 'query', 'queries')} with
      </span>
      <Select
        label="Queries to step to"
        value={failing}
        options={Object.entries(FAILING).filter(([name]) => name !== 'worse' || second)}
        choose={(fails) => changeState({ fails }, true)}
      />
    </div>
  );
};

const Step = ({ to, sign, text }: { to: string | undefined; sign: string; text: string }) =>
  to === undefined ? (
    <span className="step off">
      <kbd>{sign}</kbd> {text}
    </span>
  ) : (
    <a className="step" href={to} aria-keyshortcuts={sign}>
      <kbd>{sign}</kbd> {text}
    </a>
  );
