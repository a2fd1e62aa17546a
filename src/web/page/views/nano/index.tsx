import './nano.css';
import { addresses, type NanoAgreement, type NanoPage } from '../../../page-data/index.js';
import { Notes } from '../../parts/texts.js';
import { useResource } from '../../resources.js';
import { Command, Ready, suiteOf } from '../../states.js';
import type { View, ViewProps } from '../../view.js';
import { Agreement, three } from './agreement.js';
import { EfficiencyTable } from './efficiency-table.js';
import { Profile } from './profile.js';

const NanoView = ({ board }: ViewProps) => (
  <Ready of={useResource(addresses.nano(board.key))} what="Nano sets">
    {(found) => (
      <div className="nano">
        <h1>Does the small set rank systems as the full one does?</h1>
        <p className="lead">{leadText(found)}</p>
        {found.agreements.map((agreement) => (
          <Agreement key={`${agreement.full} ${agreement.nano}`} agreement={agreement} />
        ))}
        {found.agreements.length === 0 && <HowToAgree notes={found.agreementNotes} />}
        {found.profile && <Profile profile={found.profile} />}
        <h2>
          What smaller vectors cost <small>records of {board.title}</small>
        </h2>
        {found.efficiency ? (
          <EfficiencyTable efficiency={found.efficiency} />
        ) : (
          <>
            <p className="note">
              {found.efficiencyNote
                ? `Nothing to show: ${found.efficiencyNote}.`
                : `There are no records of ${board.title}.`}{' '}
              This runs a model with whole, shorter, 8-bit and 1-bit vectors:
            </p>
            <Command words={['nano', 'efficiency', '--suite', suiteOf(board.name), '--retriever', 'MODEL']} />
          </>
        )}
      </div>
    )}
  </Ready>
);

const leadText = ({ agreements: [first], profile }: NanoPage): string => {
  if (first) return agreementText(first);
  if (!profile) return 'Run the same systems on both to see.';
  const queries = profile.tasks.reduce((sum, task) => sum + task.queries, 0);
  return `${profile.title} has all ${queries} queries of R2MED and at most 10,000 documents per task. Whether it ranks your systems as the full tasks do is seen when three or more were run on both.`;
};

const agreementText = ({ rows, full, nano, systems }: NanoAgreement): string => {
  const { kendall, swaps, pairs } = rows[0]!;
  const beyond = swaps.filter(({ significant }) => significant !== 'neither').length;
  const tau = kendall
    ? `Kendall’s τ ${three(kendall.value)} (95 % interval ${three(kendall.interval.low)} to ${three(kendall.interval.high)})`
    : 'all systems are tied in one set';
  const swapped =
    swaps.length === 0
      ? `no pair of ${pairs} changes its order`
      : `${swaps.length} of ${pairs} pairs change their order, ${beyond === 0 ? 'none' : beyond} of them with a difference that a test supports`;
  return `Over ${systems.length} systems on ${full} and ${nano}: ${tau}; ${swapped}.`;
};

const SYSTEMS = ['--retriever', 'bm25,bm25-lucene,lsa'];

const HowToAgree = ({ notes }: { notes: readonly string[] }) => (
  <section aria-label="No agreement yet">
    <h2>Full against Nano</h2>
    <Notes of={notes} />
    <p className="note">At least three systems must be run on both sets:</p>
    <Command words={['run', '--suite', 'r2med', '--out', 'full', ...SYSTEMS]} />
    <Command words={['run', '--suite', 'nano', '--out', 'nano', ...SYSTEMS]} />
    <Command words={['web', '--results', 'full', '--results', 'nano']} />
  </section>
);

/** Does the small set rank systems as the full one does, and what do smaller vectors cost? */
export const nano: View = { name: 'nano', title: 'Nano', listed: () => true, Component: NanoView };
