import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { holderOf, type ReviewPerson, type ReviewPlan } from '../../benchmarks/review/index.js';
import { REVIEW_AS } from '../page-data/index.js';
import { Refusal } from './refusal.js';

/** Wrong tokens a minute; more are refused without a look. A right one is never refused. */
const WRONG_PER_MINUTE = 30;

/** Who asks: cookies that are set from a link, and whose page it is. */
export interface Sessions {
  signIn(context: Context, token: string): Promise<ReviewPerson>;
  signOut(context: Context): void;
  /** The one whose cookie a request has. */
  who(context: Context): Promise<ReviewPerson>;
  /** Likewise, of this role, on a page that knows it is theirs. */
  as(context: Context, role: ReviewPerson['role']): Promise<ReviewPerson>;
}

export interface SessionOptions {
  readonly folder: string;
  readonly plan: ReviewPlan;
  /** Whether browsers reach the server by TLS. */
  readonly secure: boolean;
  /** Milliseconds. */
  readonly now?: () => number;
}

export const sessions = ({ folder, plan, secure, now = Date.now }: SessionOptions): Sessions => {
  // Cookies of 127.0.0.1 are shared by all ports, so two reviews on one machine need two names.
  const cookie = `r2med-review-${plan.id.slice(0, 12)}`;
  const settings = { path: '/', httpOnly: true, sameSite: 'Strict', secure } as const;
  const prefix = secure ? { prefix: 'host' as const } : {};
  const wrong = { since: 0, count: 0 };
  const holder = async (token: string | undefined): Promise<ReviewPerson> => {
    const name = token === undefined ? undefined : await holderOf(folder, token);
    const person = plan.people.find((each) => each.active && each.name === name);
    if (person) return person;
    if (token !== undefined) {
      if (now() - wrong.since > 60_000) Object.assign(wrong, { since: now(), count: 0 });
      wrong.count += 1;
      if (wrong.count > WRONG_PER_MINUTE)
        throw new Refusal(429, 'Too many links that are not valid. Wait a minute, then open yours.');
    }
    throw new Refusal(401, 'This needs a valid link. Open yours again, or ask for a new one.');
  };
  const who = (context: Context): Promise<ReviewPerson> =>
    holder(secure ? getCookie(context, cookie, 'host') : getCookie(context, cookie));
  return {
    signIn: async (context, token) => {
      const person = await holder(token);
      setCookie(context, cookie, token, { ...settings, ...prefix });
      return person;
    },
    signOut: (context) => {
      deleteCookie(context, cookie, { ...settings, ...prefix });
    },
    who,
    as: async (context, role) => {
      const person = await who(context);
      if (context.req.header(REVIEW_AS) !== person.name)
        throw new Refusal(
          401,
          'Another link was opened in this browser. Open yours again; what is not saved stays on this page.',
        );
      if (person.role !== role)
        throw new Refusal(403, `This is for ${role === 'reviewer' ? 'reviewers' : 'adjudicators'}.`);
      return person;
    },
  };
};
