import './audit.css';
import { addresses, isKey } from '../../../page-data/index.js';
import { useResource } from '../../resources.js';
import { Failed, Ready } from '../../states.js';
import type { View, ViewProps } from '../../view.js';
import { Overview } from './overview.js';
import { Report } from './report.js';

const AuditView = (props: ViewProps) => {
  const [audit] = props.address.path;
  const known = audit !== undefined && isKey(audit) ? audit : undefined;
  const list = useResource(audit === undefined ? addresses.audits() : undefined);
  const page = useResource(known && addresses.audit(known));
  if (audit === undefined)
    return (
      <Ready of={list} what="the audits">
        {({ audits }) => (
          <Overview
            audits={audits}
            results={props.index.typed?.results ?? 'results'}
            state={props.address.state}
          />
        )}
      </Ready>
    );
  if (known === undefined) return <Failed what="This audit" why="The address names no audit." />;
  return (
    <Ready of={page} what="the audit">
      {(found) => <Report page={found} {...props} />}
    </Ready>
  );
};

/** Is this task sound, and how far do the words of its queries lead? */
export const audit: View = {
  name: 'audit',
  title: 'Audit',
  listed: () => true,
  everyBoard: true,
  Component: AuditView,
};
