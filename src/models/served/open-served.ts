import { InputError, lookup, WorkError } from '../../core/index.js';
import { type Environment, openPoster } from '../../machine/index.js';
import type { DenseEmbedder } from '../embedder.js';
import { endpointAddress, isLoopback } from './addresses.js';
import type { Job, Memory } from './ask.js';
import { type BatchLimits, batches, longestFirst } from './batches.js';
import { systemClock } from './clock.js';
import { DIALECTS, type Dialect } from './dialects/index.js';
import { endpoints as shareLoad } from './endpoints.js';
import { apiKey } from './keys.js';
import { meter as newMeter } from './meter.js';
import { byCharacters, type Item, type Preparing, preparing } from './prepare.js';
import type { Service } from './request.js';
import { runJobs } from './run.js';
import { CONCURRENCY_PER_ENDPOINT, type ServedSettings, TIMEOUT_MS } from './settings.js';
import { specOf } from './spec.js';

/** An embedder behind HTTP. Nothing is sent before the first text is to be embedded. */
export const openServed = async (settings: ServedSettings): Promise<DenseEmbedder> => {
  const { model, clock = systemClock, env = process.env, tokenizer: cutter = byCharacters } = settings;
  const dialect: Dialect = lookup('dialect', DIALECTS, settings.dialect);
  checkNumbers(settings);
  const addresses = addressesOf(dialect, settings.endpoints, env);
  const concurrency = settings.concurrency ?? CONCURRENCY_PER_ENDPOINT * addresses.length;
  const meter = newMeter(settings.budget, settings.usdPerMillionTokens);
  const key = apiKey(dialect.keyVariables, env);
  if (!key && addresses.some((address) => address === dialect.home))
    throw new WorkError(`${dialect.home} needs a key`, `set ${dialect.keyVariables.join(' or ')}`);
  const named = homesIn(dialect, env);
  const service: Service = {
    dialect,
    model,
    dimensions: settings.dimensions,
    tellRole: settings.tellRole ?? true,
    serverCuts: settings.serverCuts ?? true,
    key,
    trusts: (endpoint) => endpoint.startsWith('https:') || isLoopback(endpoint) || named.includes(endpoint),
    poster: await openPoster(env),
    timeoutMs: settings.timeoutMs ?? TIMEOUT_MS,
    clock,
  };
  const memory: Memory = {
    dimensions: settings.dimensions,
    successes: 0,
    unanswered: 0,
    unembedded: new Set(),
  };
  const limits = { ...dialect.limits, ...settings.limits };
  const closed = new AbortController();
  const shared = shareLoad(addresses, concurrency, clock);

  return {
    spec: specOf(settings),
    embed: (texts, role, { note, signal }) => {
      const prepared = preparing(role, { ...settings, cutter });
      const run = {
        service,
        endpoints: shared,
        meter,
        memory,
        normalise: settings.normalise ?? false,
        note,
        preparing: prepared,
        shorten: settings.shorten ?? true,
        concurrency,
      };
      const jobs = jobsOf(texts, prepared, limits, clock.tries);
      return runJobs(run, jobs, role, AbortSignal.any([signal, closed.signal]));
    },
    usage: meter.usage,
    close: async () => {
      closed.abort(new WorkError('the embedder was closed'));
      await service.poster.close();
    },
  };
};

/** The endpoints given, else the dialect's home or the one that the environment names. */
const addressesOf = (
  dialect: Dialect,
  given: readonly string[] | undefined,
  env: Environment,
): readonly string[] => {
  const named = homesIn(dialect, env);
  const written = given?.length ? given : named.length ? named : [dialect.home];
  return [...new Set(written.map(endpointAddress))];
};

const homesIn = ({ homeVariable }: Dialect, env: Environment): readonly string[] => {
  const written = homeVariable ? (env[homeVariable]?.trim() ?? '') : '';
  return written ? written.split(',').map(endpointAddress) : [];
};

/** Texts are prepared when their turn comes, so that the first request does not wait for the whole corpus. */
function* jobsOf(
  texts: readonly string[],
  { item }: Preparing,
  limits: BatchLimits,
  tries: number,
): Generator<Job, undefined> {
  function* items(): Generator<Item> {
    for (const place of longestFirst(texts)) yield item(place, texts[place]!);
  }
  for (const batch of batches(items(), limits)) yield { items: batch, tries };
}

/** A limit of 0 would stop everything without a word. */
const checkNumbers = ({
  concurrency,
  limits = {},
  timeoutMs,
  dimensions,
  maxTokens = {},
}: ServedSettings): void => {
  const given = { concurrency, timeoutMs, dimensions, ...limits, ...maxTokens };
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && !(value >= 1))
      throw new InputError({ found: `${name} ${value}`, expected: 'a number from 1 on' });
};
