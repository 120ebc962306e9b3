import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cliProxyCalls, cliProxyService } from '@/src/adapters/cli-proxy-api/service';
import type { DryRunner, ToolPage, ToolRunner } from '@/src/adapters/kit/calls';
import { llmProxyCalls, llmProxyService } from '@/src/adapters/llm-api-key-proxy/service';
import type { StateHalf } from '@/src/core/adapter/page-half';
import type { ServiceAdapter } from '@/src/core/adapter/service-adapter';
import { hashJson } from '@/src/core/hash';
import type { Json, JsonObject } from '@/src/schema/values/json';
import { type CliProxyDouble, startCliProxyDouble } from '@/tests/fakes/cli-proxy/start-cli-proxy-double';
import { type LlmProxyDouble, startLlmProxyDouble } from '@/tests/fakes/llm-proxy/start-llm-proxy-double';
import { serviceHalfAt } from '@/tests/fakes/service-half';
import { inEnglish } from '@/tests/in-english';

type Double = LlmProxyDouble | CliProxyDouble;

/** An adapter whose server reads and replaces lists of rules. */
interface Dialect {
  /** `setRules` gives the list of `args` these rules. */
  open(): Promise<{ double: Double; setRules: (rules: string[]) => void }>;
  service: ServiceAdapter;
  calls: { tools: ToolRunner; dryRun: DryRunner };
  /** The method of requests that write. */
  write: string;
  tools: { read: string; add: string; remove: string };
  /** The name of a list in a call, in another case than on the server. */
  args: JsonObject;
  /** Two new rules of that list, each of which matches one model. */
  patterns: [string, string];
  note: string;
  /** The answer that refuses a change for a reason. */
  refusal: (reason: string) => JsonObject;
  /** A state that differs from that of the server in several lists, and the number of requests that write it. */
  other: (context: JsonObject) => [state: Json, requests: number];
}

const LLM_PROXY: Dialect = {
  async open() {
    const double = await startLlmProxyDouble();
    const setRules = (ignore: string[]) => double.process.setFilters('openai', { ignore, whitelist: [] });
    return { double, setRules };
  },
  service: llmProxyService,
  calls: llmProxyCalls,
  write: 'PUT',
  tools: { read: 'list_rules', add: 'add_rules', remove: 'remove_rules' },
  args: { provider: 'OpenAI', list: 'ignore' },
  patterns: ['*-preview', '*-mini'],
  note: 'matches 1 listed model',
  refusal: (detail) => ({ detail }),
  other: () => [
    {
      filters: {
        openai: { ignore: ['gpt-4o'], whitelist: ['o1*'] },
        openrouter: { ignore: ['*:free'], whitelist: [] },
      },
    },
    3,
  ],
};

const CLI_PROXY: Dialect = {
  async open() {
    const double = await startCliProxyDouble({ reloadMs: 0 });
    const setRules = (codex: string[]) => {
      double.config['oauth-excluded-models'] = { codex };
    };
    return { double, setRules };
  },
  service: cliProxyService,
  calls: cliProxyCalls,
  write: 'PATCH',
  tools: { read: 'list_models', add: 'exclude_models', remove: 'remove_exclusions' },
  args: { provider: 'Codex' },
  patterns: ['GPT-5.4 ', '*-spark'],
  note: 'matches 1 model',
  refusal: (error) => ({ error }),
  other: ({ entries }) => {
    const [first, second] = entries as { id: string }[];
    const keys = { [first?.id ?? '']: ['*flash*'], [second?.id ?? '']: ['*preview*'] };
    return [{ providers: { codex: ['gpt-5.4'], kimi: ['kimi-k2'] }, keys }, 5];
  },
};

describe.each<[string, Dialect]>([
  ['LLM-API-Key-Proxy', LLM_PROXY],
  ['CLIProxyAPI', CLI_PROXY],
])('a page of %s', (_, dialect) => {
  const { signal } = new AbortController();
  const { tools, args, patterns } = dialect;
  const call = { ...args, patterns };
  let double: Double;
  let setRules: (rules: string[]) => void;
  let half: StateHalf;
  let page: ToolPage;
  let steps: JsonObject[];

  beforeEach(async () => {
    ({ double, setRules } = await dialect.open());
    half = serviceHalfAt(dialect.service, double.origin, double.key ?? '');
    steps = [];
    page = {
      read: () => half.getContext(signal),
      look: (operation) => half.query('', operation, signal),
      async change(step) {
        steps.push(step);
        return (await half.execute('', step, signal)).result;
      },
    };
  });

  afterEach(() => double.close());

  const readContext = async () => (await half.getContext(signal)) as JsonObject;
  const stateNow = async () => half.stateOf(await readContext());
  const run = (tool: string, args: JsonObject) => dialect.calls.tools.run(tool, args, page);
  const compute = async (...calls: [tool: string, args: JsonObject, leftOut?: string[]][]) =>
    inEnglish(
      await dialect.calls.dryRun.compute(
        calls.map(([tool, args, leftOut = []], index) => ({ executionId: `e${index}`, tool, args, leftOut })), // None by default.
        await readContext(),
        page,
      ),
    );
  const writes = () => double.requests.filter(({ method }) => method === dialect.write);

  describe('the dry run', () => {
    it('leads to the state that the call then leaves, with the step that it sends', async () => {
      const { dryRun, after } = await compute([tools.add, call]);
      expect(writes()).toEqual([]);
      await run(tools.add, call);
      const [computed] = dryRun.calls;
      expect(computed).toMatchObject({ kind: 'change', step: steps[0] });
      expect(computed?.kind === 'change' && computed.after?.stateHash).toBe(hashJson(await stateNow()));
      // The dry run doesn’t know what accounts will serve.
      const { accounts: _, ...known } = after as JsonObject;
      expect(await readContext()).toMatchObject(known);
    });

    it('computes each call on what the calls before it leave', async () => {
      const { dryRun } = await compute([tools.add, call], [tools.remove, call], [tools.remove, call]);
      expect(dryRun.calls.map(({ kind }) => kind)).toEqual(['change', 'change', 'failure']);
      expect(dryRun.net.summary).toBe('Nothing changes.');
    });

    it('has a row with a note for each rule, and leaves out the rules that the user took out', async () => {
      const [kept, leftOut] = patterns;
      const { dryRun } = await compute([tools.add, call, [leftOut]]);
      expect(dryRun.calls[0]).toMatchObject({
        kind: 'change',
        args: { ...args, patterns: [kept] },
        rows: [
          { id: kept, kind: 'added', note: dialect.note, isLeftOut: false },
          { id: leftOut, kind: 'added', note: dialect.note, isLeftOut: true },
        ],
      });
    });

    it('refuses one rule more than a list can have, also before the call is sent', async () => {
      setRules(Array.from({ length: 1_999 }, (_, index) => `m${index}`));
      const failed = {
        error_code: 'too_many_rules',
        message: expect.stringContaining('at most 2,000 rules.'),
      };
      const { dryRun } = await compute([tools.add, call], [tools.add, call, [patterns[0]]]);
      expect(dryRun.calls).toMatchObject([{ kind: 'failure', result: failed }, { kind: 'change' }]);
      expect(await run(tools.add, call)).toMatchObject(failed);
      expect(writes()).toEqual([]);
    });

    it('of a call that only reads has its result', async () => {
      const { dryRun } = await compute([tools.read, { provider: args.provider ?? null }]);
      expect(dryRun.calls[0]).toMatchObject({ kind: 'failure', result: { success: true } });
    });
  });

  describe('a change', () => {
    it('with a lost answer rejects, so that the page is read to find out', async () => {
      double.intercept = ({ method }: { method: string }) => (method === dialect.write ? 'cut' : null);
      await expect(run(tools.add, call)).rejects.toMatchObject({ code: 'page-protocol' });
    });

    it('is refused in another form than the tools send', async () => {
      expect(await half.execute(tools.add, { operation: 'erase' }, signal)).toMatchObject({
        result: { success: false },
        state: null,
      });
      expect(double.requests).toEqual([]);
    });
  });

  describe('applying a state', () => {
    it('changes each list that differs, and resolves with the state that it read back', async () => {
      const [wanted, requests] = dialect.other(await readContext());
      expect(await half.applyState(wanted, signal)).toEqual(wanted);
      expect(await stateNow()).toEqual(wanted);
      expect(writes()).toHaveLength(requests);
    });

    it('sends nothing if nothing differs', async () => {
      await half.applyState(await stateNow(), signal);
      expect(writes()).toEqual([]);
    });

    it('restores all lists, whichever request is refused', async () => {
      const before = await stateNow();
      const [wanted, requests] = dialect.other(await readContext());
      for (let failing = 0; failing < requests; failing += 1) {
        let count = -1;
        double.intercept = ({ method }: { method: string }) => {
          if (method === dialect.write) count += 1;
          if (method !== dialect.write || count !== failing) return null;
          return { status: 500, body: dialect.refusal('no space') };
        };
        await expect(half.applyState(wanted, signal)).rejects.toMatchObject({
          code: 'state-refused',
          message: expect.stringMatching(/The page is as it was\.$/),
          details: expect.stringContaining('no space'),
        });
        expect(await stateNow()).toEqual(before);
      }
    });
  });
});
