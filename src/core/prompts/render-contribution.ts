import type { PromptProblem } from '@/src/schema/prompt-problem';
import type { JsonObject } from '@/src/schema/values/json';
import { say } from '@/src/schema/values/said';
import { visibleJson } from '../text/visible-json';
import type { PromptContent, PromptContribution } from './prompt-contribution';
import { type RenderedTemplate, renderTemplate } from './render-template';

/** The outcome for a contribution: its own text, the override, or nothing that can be sent. */
export interface RenderedContribution {
  state: 'sent' | 'overridden' | 'invalid';
  /** Trimmed; empty if invalid. */
  text: string;
  problems: PromptProblem[];
}

/**
 * Renders a contribution, or the user's override of it. An override sees the contribution's variables, and
 * the contribution's own text as `content`. If the override fails, the own text is used; if that fails too or
 * is empty, the contribution is left out. Each failure with an effect is reported.
 */
export function renderContribution(
  { key, content }: PromptContribution,
  override: string | null,
): RenderedContribution {
  const contributionText = ownText(content);
  const overridden =
    override === null ? null : renderTemplate(override, overrideVariables(content, contributionText));
  if (overridden?.kind === 'text') return { state: 'overridden', text: overridden.text, problems: [] };

  const problems: PromptProblem[] = [];
  if (overridden !== null) {
    problems.push({
      key,
      kind: 'override-failed',
      message: say('said.prompt.overrideFailed', { key: visibleJson(key), reason: overridden.reason }),
    });
  }
  if (contributionText.kind === 'text') return { state: 'sent', text: contributionText.text, problems };
  problems.push(
    contributionText.kind === 'none'
      ? {
          key,
          kind: 'no-content',
          message: say('said.prompt.noContent', { key: visibleJson(key) }),
        }
      : {
          key,
          kind: 'template-failed',
          message: say('said.prompt.templateFailed', {
            key: visibleJson(key),
            reason: contributionText.reason,
          }),
        },
  );
  return { state: 'invalid', text: '', problems };
}

function ownText(content: PromptContent): RenderedTemplate | { kind: 'none' } {
  if (!hasContent(content)) return { kind: 'none' };
  if (content.type === 'text') return { kind: 'text', text: content.text.trim() };
  return renderTemplate(content.template, variablesOf(content));
}

/** Adapters supply the contributions, so their type is checked at run time, too. */
function hasContent(content: unknown): boolean {
  if (typeof content !== 'object' || content === null) return false;
  const { type, text, data, template }: Partial<Record<'type' | 'text' | 'data' | 'template', unknown>> =
    content;
  if (type === 'text') return typeof text === 'string' && text.trim() !== '';
  return type === 'data' && typeof data === 'object' && data !== null && typeof template === 'string';
}

function overrideVariables(content: PromptContent, contributionText: ReturnType<typeof ownText>): JsonObject {
  if (contributionText.kind === 'none') return {};
  const variables = variablesOf(content);
  return contributionText.kind === 'text' ? { ...variables, content: contributionText.text } : variables;
}

function variablesOf(content: PromptContent): JsonObject {
  return content.type === 'text' ? {} : { ...content.data, data: content.data };
}
