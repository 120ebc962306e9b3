import { type ComponentProps, useRef } from 'react';

type FileInputProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  onFiles(files: readonly File[]): void;
};

/** A hidden file field, and a function that opens the browser's file dialog. */
export function useFileInput({ onFiles, ...props }: FileInputProps) {
  const ref = useRef<HTMLInputElement>(null);
  const input = (
    <input
      {...props}
      ref={ref}
      type="file"
      hidden
      onChange={({ target }) => {
        onFiles([...(target.files ?? [])]);
        // Otherwise no change event follows if the user chooses the same file again.
        target.value = '';
      }}
    />
  );
  return { input, choose: () => ref.current?.click() };
}
