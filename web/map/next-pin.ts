/** Selects the pins at one point one after the other, starting with the first. undefined: no pins. */
export const nextPin = ({
  pins,
  lastPin,
}: {
  pins: readonly string[];
  lastPin: string | null;
}): string | undefined => pins[(pins.indexOf(lastPin ?? '') + 1) % pins.length];
