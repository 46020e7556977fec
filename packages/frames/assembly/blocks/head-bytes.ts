/**
 * The head of a coded block: integers in groups of 7 bits, least significant first; signed ones are
 * zigzag-encoded.
 */
let at: usize = 0;

export function openHead(begin: usize): void { at = begin; }
export function headAt(): usize { return at; }

export function putUnsigned(value: u32): void {
  for (; value >= 128; value >>= 7) store<u8>(at++, (value | 128) as u8);
  store<u8>(at++, value as u8);
}

export function takeUnsigned(): u32 {
  let value: u32 = 0;
  for (let shift: u32 = 0; shift < 32; shift += 7) {
    const byte: u32 = load<u8>(at++);
    value |= (byte & 127) << shift;
    if (byte < 128) break;
  }
  return value;
}

export function putSigned(value: i32): void { putUnsigned(((value << 1) ^ (value >> 31)) as u32); }

export function takeSigned(): i32 {
  const folded = takeUnsigned();
  return ((folded >> 1) as i32) ^ -((folded & 1) as i32);
}
