import { choosePattern, loosePattern, matching } from './choose-pattern';
import type { ToolCall } from './demo-reply';
import { type Conversation, callKey } from './read-conversation';
import type { PageState } from './read-page-state';
import { type Clause, readTargets, type Target } from './read-sentence';
import { reportCall } from './report';
import { code, nameList, namesIn } from './words';

/**
 * The steps of the reply to a message. As long as there are lookups, problems or a question, no call is made, since the other calls
 * may depend on them.
 */
export class ReplySteps {
  readonly calls: ToolCall[] = [];
  readonly lookups: ToolCall[] = [];
  readonly problems: string[] = [];
  /** Sentences of the answer, in addition to the results of the calls. */
  readonly remarks: string[] = [];
  /** Sentences of the reasoning. */
  readonly reasons: string[] = [];
  question: ToolCall | null = null;
  /** The provider in view once the calls so far have run. */
  inView: string;
  /** The part of the message that is being read. */
  clause: Clause = { text: '', providers: null };

  constructor(
    readonly page: PageState,
    private readonly conversation: Conversation,
    private readonly patterns: readonly string[],
  ) {
    this.inView = page.provider;
  }

  /** The providers of the current clause. */
  get providers(): readonly string[] {
    return this.clause.providers ?? [this.inView];
  }

  /** Adds a call for a provider; null for a call without a provider. */
  call(name: string, values: Record<string, unknown>, provider: string | null): void {
    const call = this.callOn(name, values, provider);
    if (!this.calls.some((other) => callKey(other) === callKey(call))) this.calls.push(call);
  }

  /** Adds a call for each provider of the clause. */
  callEach(name: string, values: Record<string, unknown> = {}): void {
    for (const provider of this.providers) this.call(name, values, provider);
  }

  /** Asks the user for the provider if the clause is about all models of a kind and names no provider. */
  askProvider(order: string, what: string): void {
    const { provider, providers } = this.page;
    const isUnclear = this.clause.providers === null && /^(?:all|every|each|everything)\b/i.test(what);
    if (!isUnclear || this.inView !== provider || providers.length < 2) return;
    this.clause = { ...this.clause, providers: this.conversation.answer };
    if (this.conversation.answer !== null) return;
    const question = `For which provider should I ${order}? The page shows ${provider}, one of ${providers.length} providers.`;
    const all = [`Only ${provider}`, `All ${providers.length} providers`, ...providers];
    const choices = all.filter((choice) => choice !== provider && choice.length <= 80).slice(0, 6);
    this.question = { name: 'ask_user', arguments: { question, choices, allow_other: true } };
  }

  /** The single pattern, name or word in a part of a clause; null for anything else. */
  one(what: string): string | null {
    const [target, ...others] = readTargets(what, this.patterns) ?? [];
    const [name, ...more] = target === undefined ? [] : 'pattern' in target ? [target.pattern] : target.words;
    return name === undefined || others.length + more.length > 0 ? null : name;
  }

  /**
   * Calls `use` with the pattern for all named models, for each provider that has some of them.
   *
   * @returns false if a part of the text is not understood
   */
  eachPattern(what: string, use: (pattern: string, provider: string) => void): boolean {
    const targets = readTargets(what, this.patterns);
    for (const target of targets ?? []) {
      const missing = this.providers.filter((provider) => {
        const pattern = this.patternFor(target, provider);
        if (pattern !== null) use(pattern, provider);
        return pattern === null;
      });
      const named = code('pattern' in target ? target.pattern : target.words.join(' '));
      const sentences = missing.length === this.providers.length ? this.problems : this.remarks;
      if (missing.length > 0)
        sentences.push(`No model of ${nameList(missing)} matches ${named}, so I did nothing there.`);
    }
    return targets !== null;
  }

  private patternFor(target: Target, provider: string): string | null {
    const isGiven = 'pattern' in target;
    if (isGiven && target.pattern === '*') return '*';
    const rough = isGiven ? target.pattern : loosePattern(target.words);
    const { names, total } = this.namesOn(provider, rough);
    // If the list is cut, use the pattern of the lookup, which also matches the missing names.
    if (isGiven || names.length < total) return matching(rough, provider, names).size > 0 ? rough : null;
    const pattern = choosePattern(target, provider, names);
    if (pattern !== null) {
      const { size } = matching(pattern, provider, names);
      this.reasons.push(`${code(pattern)} matches ${size} of ${total} models of ${code(provider)}.`);
    }
    return pattern;
  }

  /** All names of a provider, or those that a pattern matches. Empty while the lookup is pending. */
  namesOn(provider: string, pattern: string): { names: string[]; total: number } {
    const names = provider === this.page.provider ? this.page.names : null;
    if (names !== null) return { names, total: names.length };
    const call = this.callOn('get_models_matching_pattern', { pattern }, provider);
    const made = this.conversation.made.findLast((other) => callKey(other.call) === callKey(call));
    if (made === undefined) this.lookups.push(call);
    else if (!made.result.success && made.result.code !== 'no_match') this.problems.push(reportCall(made));
    return namesIn(made?.result.data ?? {}, 'matching_models');
  }

  /** Creates a call. It names its provider unless that is in view both now and after the calls so far. */
  private callOn(name: string, values: Record<string, unknown>, provider: string | null): ToolCall {
    const { provider: shown } = this.page;
    const isNamed = provider !== null && (provider !== shown || this.inView !== shown);
    return { name, arguments: isNamed ? { ...values, provider } : values };
  }
}
