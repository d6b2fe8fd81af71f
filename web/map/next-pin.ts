/**
 * Returns the pin at this point that follows `lastPin`. After the last pin, or without `lastPin`, returns the first.
 * Returns undefined if there are no pins.
 */
export const nextPin = ({
  pins,
  lastPin,
}: {
  pins: readonly string[];
  lastPin: string | null;
}): string | undefined => pins[(pins.indexOf(lastPin ?? '') + 1) % pins.length];
