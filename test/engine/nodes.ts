import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const SCRIPT = fileURLToPath(new URL('../../scripts/engine.sh', import.meta.url));

/** A node that is dead, slow or full is noticed soon, so that tests need not wait for the usual half minute. */
const SETTINGS = [
  ...['follower_check', 'leader_check'].flatMap((check) => [
    `cluster.fault_detection.${check}.interval=1s`,
    `cluster.fault_detection.${check}.timeout=5s`,
    `cluster.fault_detection.${check}.retry_count=2`,
  ]),
  'cluster.info.update.interval=10s',
];

/** Nodes that live for minutes start in half the time if their code is compiled quickly rather than well. */
const JAVA_TOOL_OPTIONS = '-XX:TieredStopAtLevel=1';

/** Calls `scripts/engine.sh` for the cluster of a folder; `ENGINE_VERSION` and the like in `more`. */
export const engineScript = async (
  folder: string,
  args: readonly string[],
  more: NodeJS.ProcessEnv = {},
): Promise<string> => {
  const env = { ...process.env, ENGINE_SETTINGS: SETTINGS.join(' '), JAVA_TOOL_OPTIONS, ...more };
  const { stdout } = await promisify(execFile)(SCRIPT, [folder, ...args], { env });
  return stdout.trim();
};

/** The nodes of a cluster, to do harm to them. They are counted from 1. */
export const nodesOf = (folder: string, addresses: readonly string[]) => {
  const ask = async (method: string, path: string, body?: object, node = 1): Promise<Answered> => {
    const answer = await fetch(`${addresses[node - 1]}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as Answered;
  };
  return {
    ask,
    kill: (node: number) => engineScript(folder, ['kill-node', `${node}`]),
    /** Starts a node, and waits until all copies of everything are there again. */
    start: async (node: number): Promise<void> => {
      await engineScript(folder, ['start-node', `${node}`]);
      await ask(
        'GET',
        `/_cluster/health?wait_for_nodes=${addresses.length}&wait_for_status=green&timeout=120s`,
      );
    },
    signal: (node: number, name: NodeJS.Signals): void => {
      process.kill(Number(readFileSync(join(folder, `n${node}.pid`), 'utf8')), name);
    },
    /** The node that decides for the cluster. */
    manager: async (): Promise<number> => {
      const state = await ask('GET', '/_cluster/state/cluster_manager_node,nodes');
      const name: string = state.nodes[state.cluster_manager_node].name;
      return Number(name.slice(1));
    },
  };
};

// biome-ignore lint/suspicious/noExplicitAny: bodies of a protocol, read as they come
type Answered = any;
