export { encodeFrame } from './frame-encoder.ts';
export { type FrameView, scanFrames, walkFrames } from './frame-scanner.ts';
export { sequenceDistance } from './frame-layout.ts';
export { decodeFrame } from './frame-decoder.ts';
export { type DecodedFrame, type FrameDecoder, loadFrameDecoder } from './wasm-decoder.ts';
export {
  type BlockCoder,
  type FoldedStretch,
  type ScannedFrame,
  loadBlockCoder,
} from './block-coder.ts';
export {
  FIELD_OFFSETS,
  FRAME_CRC_BYTES,
  FRAME_HEADER_BYTES,
  type FrameEncoding,
  MAX_FRAME_BYTES,
  MAX_PAYLOAD_BYTES,
  NOT_MEASURED,
  SYNC_BYTES,
} from './frame-layout.ts';
export { crc32c } from './crc32c.ts';
export { type FileHeader, type FileStream, MAX_FILE_HEADER_BYTES } from './file-header.ts';
export { encodeFileHeader } from './file-header-encoder.ts';
export { parseFileHeader } from './file-header-parser.ts';
export { type RecordedStream, readRecordingFile } from './recording-file.ts';
