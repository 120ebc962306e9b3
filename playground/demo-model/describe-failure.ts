import { nameListOf, type Outcome } from './read-tool-results';
import { nameList, plain, toolWords } from './sentence';

/** What came of a call that failed, and what can be done about it, in words for the person. Markdown. */
export function describeFailure(
  what: string,
  { code: errorCode, message, data }: Extract<Outcome, { kind: 'failure' }>,
  attempts: number,
): string {
  switch (errorCode) {
    case 'already_covered': {
      const rules = nameListOf(data, 'existing_rules');
      const by =
        rules === null || rules.total === 0
          ? `. The page says: ${toolWords(message)}`
          : `, because ${nameList(rules.names)} ${rules.total === 1 ? 'covers' : 'cover'} it already.`;
      return `${what} was not needed${by}`;
    }
    case 'duplicate_rule':
      return `${what} was not needed: the rule is there already.`;
    case 'nothing_to_save':
    case 'nothing_to_discard':
    case 'nothing_to_change':
      return `${what} was not needed. ${toolWords(message)}`;
    case 'rejected_by_user': {
      const note = /refused[^:]*: (.+)$/.exec(message)?.[1];
      return `${what} has not happened: you refused it${note === undefined ? '' : ` ("${plain(note)}")`}, so I leave it at that.`;
    }
    case 'outcome_unknown':
      return `${what}: I can’t tell whether it happened. ${toolWords(message)}`;
    case 'cancelled':
      return `${what} was cancelled. ${toolWords(message)}`;
    case 'page_changed':
      return `${what} did not happen: the page changed in between${attempts > 1 ? `, ${attempts} times` : ''}, so I gave up. Ask again when the page is at rest.`;
    case 'no_match':
      return `${what}: none. ${toolWords(message)}`;
    default:
      return `${what} did not work. The tool says: ${toolWords(message)}${adviceFor(errorCode)}`;
  }
}

/** What can be done after an error, beyond what the tool says itself. */
function adviceFor(errorCode: string): string {
  switch (errorCode) {
    case 'saved_changed':
      return ' Nothing was overwritten. To take over what is in the file, write "discard the changes"; to replace it with the rules of this page, write "save" once more.';
    case 'rule_not_found':
      return ' Write "list the rules" to see those there are.';
    case 'provider_not_found':
      return ' Write "which providers are there?" to see their names.';
    case 'not_ready':
      return ' Write "refresh the models" to try again.';
    default:
      return '';
  }
}
