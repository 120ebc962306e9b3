import { z } from 'zod';

/** The id of a chat, a message or another row, as a command names it. */
export const id = z.string().min(1).max(100);

/** The hash of a page's state, or of a preview. */
export const hash = z.string().length(64);

/** The type of a command's result, which exists at compile time only: results come from the background, and are not parsed. */
interface Returning<Result> {
  readonly returns?: Result;
}

/** The type of a command's result, for {@link command}. */
export function returns<Result>(): Returning<Result> {
  return {};
}

/** Defines a command from the panel to the background: the schemas of its fields, and the type of its result; none for `void`. */
export function command<const Type extends string, Fields extends z.core.$ZodLooseShape, Result = void>(
  type: Type,
  fields: Fields,
  _result?: Returning<Result>,
) {
  const schema = z.strictObject({ type: z.literal(type), ...fields });
  return schema as typeof schema & Returning<Result>;
}
