import type { ApprovalCall, ArgumentProblem } from '@/src/core/records/approval';
import { membersOf } from '@/src/core/tools/input-schema';
import { ChoiceGroup } from '../../checkpoints/choice-group';
import { type ArgumentEdit, type CallState, isEdited, shownArguments } from '../card-state';
import { FormField } from './form-field';
import { type FormState, formStateOf, rawState } from './form-state';
import { editOf } from './read-form';
import { toolSchema } from './tool-schema';
import './editor.css';
import { ForeignText } from '../../text/foreign-text';

export interface CallEditorProps {
  call: ApprovalCall;
  /** The adapter that the tool belongs to. */
  adapterId: string;
  callState: CallState;
  /** Validation problems of this call's arguments. */
  problems: readonly ArgumentProblem[];
  onEdit(edit: ArgumentEdit): void;
  onReset(): void;
}

/** Shown for JSON that is not an object. Invalid JSON is reported by its field. */
const NO_OBJECT = { path: [], message: 'must be an object in braces' };

const VIEWS = [
  { value: 'form', label: 'Form' },
  { value: 'json', label: 'JSON' },
] as const;

/** Edits a call's arguments in a form generated from the tool's schema, or as JSON. Switching keeps the values. */
export function CallEditor({ call, adapterId, callState, problems, onEdit, onReset }: CallEditorProps) {
  // A tool that is no longer known is edited as plain JSON.
  const schema = toolSchema(adapterId, call.tool) ?? {};
  const args = shownArguments(call, callState);
  const formState = callState.edit?.formState ?? formStateOf(schema, args);
  const change = (changed: FormState) => onEdit(editOf(changed, args));

  const isForm = formState.kind !== 'raw';
  const isReadable = callState.edit?.isReadable ?? true;
  const formViewState = isForm ? formState : formStateOf(schema, args);
  const isChanged = isEdited(call, callState) || callState.leftOut.length > 0 || !isReadable;
  const canShowForm = isForm || (isReadable && formViewState.kind !== 'raw');
  return (
    <div className="approval-editor">
      <div className="approval-views">
        <ChoiceGroup
          legend="How to edit"
          isLegendHidden={true}
          choices={VIEWS.filter(({ value }) => value === 'json' || canShowForm)}
          chosen={isForm ? 'form' : 'json'}
          onChoose={(view) => change(view === 'form' ? formViewState : rawState(args))}
        />
        {!canShowForm && <span className="meta">{formUnavailableText(isReadable)}</span>}
      </div>
      <FormField
        schema={schema}
        state={formState}
        path={[]}
        label="Arguments"
        isOptional={false}
        problems={isForm || isReadable ? problems : [{ ...NO_OBJECT, executionId: call.executionId }]}
        onChange={change}
      />
      <div className="button-row">
        <button type="button" aria-disabled={!isChanged} onClick={() => isChanged && onReset()}>
          Reset to the assistant’s version
        </button>
        <span className="secondary">
          The assistant wrote{' '}
          <span className="mono">
            <ForeignText text={call.label} />
          </span>
        </span>
      </div>
    </div>
  );
}

/** True if calls of this tool have arguments to edit. */
export function isEditable(adapterId: string, tool: string): boolean {
  const schema = toolSchema(adapterId, tool);
  return schema === null || membersOf(schema).length > 0;
}

function formUnavailableText(isReadable: boolean): string {
  return isReadable
    ? 'Some of these arguments can only be edited as JSON.'
    : 'To use the form, enter a JSON object.';
}
