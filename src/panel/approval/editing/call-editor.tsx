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
  /** Whose tool it is. */
  adapterId: string;
  callState: CallState;
  /** Of this call's arguments. */
  problems: readonly ArgumentProblem[];
  onEdit(edit: ArgumentEdit): void;
  onReset(): void;
}

/** What the JSON as a whole has to be; where it is no JSON at all, its field says so. */
const NO_OBJECT = { path: [], message: 'must be an object in braces' };

const VIEWS = [
  { value: 'form', label: 'Form' },
  { value: 'json', label: 'JSON' },
] as const;

/** A call's arguments as a form made from the tool's schema, or as JSON; going from one to the other keeps the values. */
export function CallEditor({ call, adapterId, callState, problems, onEdit, onReset }: CallEditorProps) {
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
        {!canShowForm && <span className="meta">{whyNoForm(isReadable)}</span>}
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
          As the assistant wrote it
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

/** Whether there is anything to edit in a call of this tool. */
export function isEditable(adapterId: string, tool: string): boolean {
  const schema = toolSchema(adapterId, tool);
  return schema === null || membersOf(schema).length > 0;
}

function whyNoForm(isReadable: boolean): string {
  return isReadable
    ? 'The form has no fields for some of this.'
    : 'The form comes back once this is an object in JSON.';
}
