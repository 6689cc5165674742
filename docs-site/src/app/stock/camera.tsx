/** Reads barcodes with the camera where the browser has both; elsewhere there is the field, into which scanners type. */
import { useEffect, useRef, useState } from 'preact/hooks'

interface Detector {
  detect: (of: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}

interface Detecting {
  BarcodeDetector?: new () => Detector
}

export const hasCamera = (): boolean => (globalThis as Detecting).BarcodeDetector !== undefined && navigator.mediaDevices?.getUserMedia !== undefined

const look_ms = 250
/** The same code is taken again once it has been out of sight, or after this long. */
const again_ms = 2_500

export function Camera({ read }: { read: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const take = useRef(read)
  take.current = read
  const [fault, setFault] = useState<string | null>(null)
  useEffect(() => {
    let stream: MediaStream | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOpen = true
    let last = { code: '', at: 0 }
    const detector = new (globalThis as Detecting).BarcodeDetector!()
    const look = async () => {
      const found = video.current === null || video.current.readyState < 2 ? [] : await detector.detect(video.current).catch(() => [])
      const code = found[0]?.rawValue ?? ''
      const isNew = code !== '' && (code !== last.code || Date.now() - last.at > again_ms)
      if (isNew && isOpen) take.current(code)
      if (code === '') last = { ...last, code: '' }
      else if (isNew) last = { code, at: Date.now() }
      if (isOpen) timer = setTimeout(() => void look(), look_ms)
    }
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (!isOpen || video.current === null) return stream.getTracks().forEach((track) => track.stop())
      video.current.srcObject = stream
      await video.current.play()
      await look()
    }
    start().catch(() => setFault('The camera could not be opened. Allow it in the browser, or type the code.'))
    return () => {
      isOpen = false
      clearTimeout(timer)
      stream?.getTracks().forEach((track) => track.stop())
    }
  }, [])
  return (
    <div class="camera">
      {fault === null ? <video ref={video} muted playsInline aria-label="Camera" /> : <p role="alert">{fault}</p>}
    </div>
  )
}
