import { useCallback, useEffect, useState } from 'react';
import { LINK_FRAGMENT, reviewApi } from '../page-data/index.js';
import { Adjudicator } from './adjudicator/index.js';
import { Announcements } from './announcements.js';
import { openClient, type ReviewClient, takeToken } from './client.js';
import { Frame } from './frame.js';
import { useLoaded } from './loaded.js';
import { Reviewer } from './reviewer/index.js';
import { Notice, Ready } from './states.js';

/** The page of the person who opened a link. */
export const App = () => {
  // A link that is opened where the page is open already changes nothing but what stands behind the #.
  const [visit, setVisit] = useState(0);
  useEffect(() => {
    const followed = (): void => {
      if (window.location.hash.startsWith(LINK_FRAGMENT)) setVisit((count) => count + 1);
    };
    window.addEventListener('hashchange', followed);
    return () => window.removeEventListener('hashchange', followed);
  }, []);
  return (
    <Announcements>
      <SignedIn key={visit} />
    </Announcements>
  );
};

const SignedIn = () => {
  // Held here, since signing in may take more than one attempt.
  const [token] = useState(takeToken);
  const { loaded } = useLoaded(useCallback(() => openClient(token), [token]));
  const [left, setLeft] = useState(false);
  if (left)
    return (
      <Frame>
        <Notice title="Signed out">
          <p>Your answers are saved. Open your link to go on.</p>
        </Notice>
      </Frame>
    );
  if (loaded.state === 'ready') return <RoleView client={loaded.value} leave={() => setLeft(true)} />;
  return (
    <Frame>
      {loaded.state === 'failed' && !loaded.temporary ? (
        <Notice title="Open your link" tone="failed">
          <p>{loaded.why}</p>
          <p>
            Every reviewer has a link of their own, which begins with this address. Links can be renewed or
            ended by the person who runs the review; saved answers stay saved.
          </p>
        </Notice>
      ) : (
        <Ready of={loaded} what="the review">
          {() => null}
        </Ready>
      )}
    </Frame>
  );
};

const RoleView = ({ client, leave }: { client: ReviewClient; leave: () => void }) => {
  useEffect(() => {
    document.title = `${client.session.title} – review`;
  }, [client]);
  const signOut = useCallback(() => {
    client.post(reviewApi.signOut, {}).then(leave, () => {
      // Still signed in, and the page shows it.
    });
  }, [client, leave]);
  return client.session.role === 'adjudicator' ? (
    <Adjudicator client={client} signOut={signOut} />
  ) : (
    <Reviewer client={client} signOut={signOut} />
  );
};
